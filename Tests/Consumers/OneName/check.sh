# Two modules whose models have one name, imported together.

must_build
expect_no_warnings
expect_no_log 'the constant for the model is'
expect "$(run App)" "$(printf 'Model: Order, Model: Article\n["Order", "Article"]')"
pass 'models of one name in two modules are told apart by the names of their constants'

settle
edit '/constant/d' "$package/Sources/Orders/modelgen.yml"
edit '/constant/d' "$package/Sources/Stock/modelgen.yml"
sed 's/ordersModel/model/' "$package/Sources/Orders/Orders.swift" >"$package/new" &&
    mv "$package/new" "$package/Sources/Orders/Orders.swift"
sed 's/stockModel/model/' "$package/Sources/Stock/Stock.swift" >"$package/new" &&
    mv "$package/new" "$package/Sources/Stock/Stock.swift"
cat >"$package/Sources/App/main.swift" <<END
import ObjectGraph
import Orders
import Stock

print(ManagedObjectModel.model.name)
END
must_not_build
expect_log 'the constant for the model is .model., as in every module'
expect_log "ambiguous use of 'model'"
pass 'without them, importing both is ambiguous, and a note has said so'
