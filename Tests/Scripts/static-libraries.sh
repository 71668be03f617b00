#!/bin/sh
# Lays out the static libraries that a self-contained tool links, in a folder of their own: a linker that searches
# this folder first finds no shared library beside them.
#
# Usage: static-libraries.sh FOLDER
set -eu

folder=$1
compiler=${CC:-cc}
rm -rf "$folder"
mkdir -p "$folder"

# Where the compiler finds a library; it prints the bare name of one that it does not find.
library() {
    path=$("$compiler" -print-file-name="$1")
    if [ ! -f "$path" ]; then
        echo "release: there is no $1 on this machine; install the static libraries of libxml2, zlib and xz" >&2
        exit 1
    fi
    printf '%s\n' "$path"
}

for name in libxml2.a libz.a liblzma.a libstdc++.a; do
    path=$(library "$name")
    ln -s "$path" "$folder/$name"
done

# What compilers ask for as the shared library libgcc_s.
ln -s "$(library libgcc_eh.a)" "$folder/libgcc_s.a"

# libxml2 may have been built to ask ICU for encodings that it does not know itself. The tool reads UTF-8 alone, and ICU's
# tables would be 32 MB of it: these converters say that there is no such encoding.
nm "$folder/libxml2.a" 2>/dev/null | awk '$1 == "U" && $2 ~ /^(ucnv_|UCNV_)/ { print $2 }' | sort -u |
    awk '
        BEGIN { print "enum { U_UNSUPPORTED_ERROR = 16 };" }
        /^ucnv_open/ {
            print "void *" $0 "(const char *name, int *status) { *status = U_UNSUPPORTED_ERROR; return 0; }"
            next
        }
        { print "void " $0 "(void) {}" }
    ' >"$folder/encodings.c"
"$compiler" -Os -w -c "$folder/encodings.c" -o "$folder/encodings.o"
for name in libicuuc.a libicui18n.a libicudata.a; do
    ar rcs "$folder/$name" "$folder/encodings.o"
done

# What the package manager asks for libxml2. It says "static" the way a linker understands: by where it looks first.
cat >"$folder/libxml-2.0.pc" <<END
Name: libXML
Description: libxml2, for a tool that brings it along
Version: $(pkg-config --modversion libxml-2.0)
Cflags: $(pkg-config --cflags libxml-2.0)
Libs: -L$folder -lxml2 -lz -llzma -licuuc -lm
END

# That of zlib names the folder of the shared libraries, which the linker would then search first, for libxml2 as well.
sed "s|^Libs:.*|Libs: -L$folder -lz|" "$(pkg-config --variable=pcfiledir zlib)/zlib.pc" >"$folder/zlib.pc"
