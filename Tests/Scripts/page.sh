# Reads what a page of the documentation tells its readers to type. Sourced by scripts that type it, with $root set.

# What stands below the n-th mark of a kind on the page "Getting started", or in another file.
page() {
    awk -v mark="<!-- walk: $1 -->" -v number="${2:-1}" '
        $0 == mark { found++; next }
        found == number && /^```/ { if (isOpen) exit; isOpen = 1; next }
        isOpen { print }
        END { if (!isOpen) exit 1 }
    ' "${3:-$root/Sources/Tools/modelgen/Documentation.docc/GettingStarted.md}"
}
