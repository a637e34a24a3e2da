"""The lines of one module as they stand in the joined file."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Mapping
from string import ascii_lowercase
from typing import Any

from lakabe.joining import scopes
from lakabe.joining.modules import CONST, Module, is_name, is_text
from lakabe.joining.rooms import imported

FROM = "# from "
"""Begins the comment before each function and class."""

_INDENT = "    "
_FORGET = "__import__('sys').modules.pop({!r})"
_NATIVE = ast.Attribute(ast.Name("micropython", ast.Load()), "native", ast.Load())
_UNKNOWN = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Match, ast.TryStar)


def keywords(modules: Iterable[Module]) -> set[str | None]:
    """The names of all arguments that calls in these modules give by name."""
    nodes = (node for module in modules for node in ast.walk(module.tree))
    return {node.arg for node in nodes if isinstance(node, ast.keyword)}


def rewritten(
    module: Module,
    modules: Mapping[str, Module],
    known: Collection[str],
    native: Collection[str],
    by_name: Collection[str | None],
) -> tuple[list[str], set[str]]:
    """The lines of ``module``, one of ``modules``, which are joined, and what they name of the firmware, by
    its names after joining. The module's tree is changed by this.

    ``known`` names all modules of the firmware, ``native`` the functions to be marked for machine code, or
    modules for all of theirs, ``by_name`` what the ``keywords`` of all modules are. Raises FirmwareError for
    what cannot stand in the joined file.
    """
    rewriter = _Rewriter(module, modules, known, native, by_name)
    return rewriter.lines(), rewriter.used


class _Rewriter(ast.NodeTransformer):
    def __init__(
        self,
        module: Module,
        modules: Mapping[str, Module],
        known: Collection[str],
        native: Collection[str],
        by_name: Collection[str | None],
    ) -> None:
        self._module = module
        self._modules = modules
        self._known = known
        self._native = native
        self.used: set[str] = set()
        self._called: dict[int, str] = {}  # functions and classes by their line: their own names
        self._scopes = scopes.Stack()
        given = {name: short for other in modules.values() for name, short in other.attributes.items()}
        self._attributes = {name: short for name, short in given.items() if not name.startswith("_")}
        self._attributes |= module.attributes
        self._private = given.keys() - self._attributes.keys()
        self._keywords = by_name
        self._constants = {other.names[name] for other in modules.values() for name in other.constants}

    def lines(self) -> list[str]:
        lines: list[str] = []
        for statement in self._module.tree.body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                lines += self._import(statement)
            elif not (isinstance(statement, ast.FunctionDef) and statement.name == CONST):
                lines += self._text(self.visit(statement), "")
        return lines

    def _import(self, statement: ast.Import | ast.ImportFrom) -> list[str]:
        """What remains of an import at the top of the module."""
        wanted = self._module.outside - self._module.repeated
        names = [name for name in statement.names if (name.asname or name.name.partition(".")[0]) in wanted]
        statement.names = names
        return [ast.unparse(statement)] if names else []

    def _text(self, statement: ast.stmt | None, indent: str) -> list[str]:
        """A rewritten statement; a class one method after another, so that each tells its origin."""
        if statement is None:
            return []
        if isinstance(statement, ast.ClassDef):
            *lines, _ = ast.unparse(_with_body(statement, [ast.Pass()])).splitlines()
            for part in statement.body:
                lines += self._text(part, _INDENT)
        else:
            lines = ast.unparse(statement).splitlines()
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            called = self._called[statement.lineno]
            known = "" if called == statement.name else f", {called}"
            lines.insert(0, f"{FROM}{self._module.path.name}:{statement.lineno}{known}")
        return [indent + line for line in lines]

    # Names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        module = self._module
        if not self._scopes.is_global(node.id):
            self._check_local(node, node.id)
            return node
        if node.id in module.names:
            return self._named(node, module.names[node.id])
        if node.id in module.modules:
            module.refuse(node, f"{node.id} is no object after joining; name what you want of it")
        if node.id in ("__name__", "__file__"):
            module.refuse(node, f"{node.id} is another one after joining")
        if node.id not in module.outside and not hasattr(builtins, node.id):
            module.refuse(node, f"{node.id} is not defined")
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        owner = node.value
        modules = self._module.modules
        if not (isinstance(owner, ast.Name) and owner.id in modules and self._scopes.is_global(owner.id)):
            if not self._is_outside(owner):
                node.attr = self._attribute(node)
            return self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            self._module.refuse(node, f"{owner.id}.{node.attr} is changed from outside {owner.id}")
        names = self._modules[modules[owner.id]].names
        if node.attr not in names:
            self._module.refuse(node, f"{owner.id} has no {node.attr}")
        return self._named(node, names[node.attr])

    def _is_outside(self, owner: ast.expr) -> bool:
        """Whether an expression is a module that is not joined, or something in it."""
        while isinstance(owner, ast.Attribute):
            owner = owner.value
        if not isinstance(owner, ast.Name) or not self._scopes.is_global(owner.id):
            return False
        return owner.id in self._module.outside

    def _attribute(self, node: ast.Attribute) -> str:
        if node.attr in self._private - self._module.shared:
            self._module.refuse(node, f"{node.attr} is private to objects of another module")
        return self._attributes.get(node.attr, node.attr)

    def _named(self, node: ast.Name | ast.Attribute, name: str) -> ast.Name:
        if not self._scopes.is_global(name):
            self._module.refuse(node, f"after joining, {name} means a local variable here")
        self.used.add(name)
        return ast.copy_location(ast.Name(name, node.ctx), node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        self._check_local(node, node.arg)
        node.annotation = None
        return node

    def _check_local(self, node: ast.AST, name: str) -> None:
        # The compiler puts a constant in place of its name wherever that stands.
        if name in self._constants:
            self._module.refuse(node, f"after joining, {name} is a constant")

    def visit_Global(self, node: ast.Global) -> ast.Global:
        node.names = [self._module.names.get(name, name) for name in node.names]
        return node

    # Expressions

    def _arguments(self, arguments: ast.arguments) -> None:
        arguments.defaults = self._each(arguments.defaults)
        arguments.kw_defaults = self._each(arguments.kw_defaults)
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            self.visit(argument)
        for rest in (arguments.vararg, arguments.kwarg):
            if rest:
                self.visit(rest)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if is_name(node.func, CONST):
            self._module.refuse(node, "const(...) may only be the whole value of a module's name, bound once")
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self._arguments(node.args)
        with self._scopes.function(node):
            node.body = self.visit(node.body)
        return node

    # Statements

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if is_text(node) else self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for name in imported(node, self._known):
            self._module.refuse(node, f"write `from {name} import` and what you want of it")
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        if not imported(node, self._known):
            return node
        origin = self._modules.get(node.module or "")
        for alias in node.names:
            if origin is None or f"{node.module}.{alias.name}" in self._known:
                self._module.refuse(node, f"{alias.name} is no object after joining; name what is in it")
            if alias.name not in origin.names:
                self._module.refuse(node, f"{node.module} has no {alias.name}")
            if alias.asname or alias.name in origin.constants:
                what = "under another name" if alias.asname else "here; only functions and classes can"
                self._module.refuse(node, f"{alias.name} cannot be imported {what}")
        assert origin is not None
        if origin.room == self._module.room:
            self._module.refuse(node, f"{node.module} is in the same room; import it at the top of the file")
        names = [(origin.names[alias.name], alias.name) for alias in node.names]
        aliases = [ast.alias(short, name if name != short else None) for short, name in names]
        brought = ast.ImportFrom(origin.room, aliases, 0)
        # The room goes when nothing of it is in use any more.
        return [brought, *ast.parse(_FORGET.format(origin.room)).body]

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        target = node.targets[0]
        constants = self._module.constants
        if self._scopes.inside or not (isinstance(target, ast.Name) and target.id in constants):
            return self.generic_visit(node)
        name = self._module.names[target.id]
        given = node.value.args[0] if isinstance(node.value, ast.Call) else node.value
        value = self.visit(given)
        call = ast.Call(ast.Name(CONST, ast.Load()), [value], [])
        return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], call), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        plain: ast.AST = self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))
        return plain

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        node.decorator_list = self._each(node.decorator_list)
        self._arguments(node.args)
        if self._is_native(node):
            node.decorator_list.append(_NATIVE)
        self._called[node.lineno] = node.name
        node.name = self._defined(node.name)
        with self._scopes.function(node):
            node.body = self._each(node.body) or [ast.Pass()]
        if not self._scopes.inside_function:
            _shorten_parameters(node, self._keywords)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        for module in self._modules.values():
            if module is not self._module and module.attributes and self._inherits(node, module):
                self._module.refuse(node, f"{node.name} inherits private attributes of another module")
        node.decorator_list = self._each(node.decorator_list)
        node.bases = self._each(node.bases)
        self._called[node.lineno] = node.name
        node.name = self._defined(node.name)
        with self._scopes.class_(node):
            node.body = self._each(node.body) or [ast.Pass()]
        return node

    def _inherits(self, node: ast.ClassDef, module: Module) -> bool:
        """Whether a class is one of another module's classes, too."""
        classes = {other.name for other in module.tree.body if isinstance(other, ast.ClassDef)}
        return any(isinstance(base, ast.Name) and base.id in classes for base in node.bases)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, _UNKNOWN):
            self._module.refuse(node, f"{type(node).__name__} cannot be joined")
        if isinstance(node, scopes.COMPREHENSIONS):
            with self._scopes.function(node):
                return super().generic_visit(node)
        node = super().generic_visit(node)
        if isinstance(node, ast.If | ast.For | ast.While | ast.With | ast.Try | ast.ExceptHandler):
            node.body = node.body or [ast.Pass()]
        return node

    def _is_native(self, node: ast.FunctionDef) -> bool:
        if self._scopes.inside_function or node.name == "__init__":
            return False  # what is in a function is compiled as the function is; __init__ runs once
        named = self._module.is_native(node.name, self._native)
        return named and not any(_is_endless(inner) for inner in ast.walk(node))

    def _defined(self, name: str) -> str:
        if self._scopes.inside_function:
            return name
        return self._attributes.get(name, name) if self._scopes.inside else self._module.names[name]

    def _each(self, nodes: Iterable[ast.AST | None]) -> list[Any]:
        """Nodes rewritten, without those of which nothing remains."""
        found: list[Any] = []
        for before in nodes:
            after = before and self.visit(before)
            if isinstance(after, list):
                found += after
            elif after is not None or before is None:
                found.append(after)
        return found


def _with_body(node: ast.ClassDef, body: list[ast.stmt]) -> ast.ClassDef:
    return ast.ClassDef(node.name, node.bases, node.keywords, body, node.decorator_list)


def _is_endless(node: ast.AST) -> bool:
    if not (isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value):
        return False
    return not any(isinstance(inner, ast.Break | ast.Return | ast.Yield) for inner in ast.walk(node))


def _shorten_parameters(function: ast.FunctionDef, keywords: Collection[str | None]) -> None:
    """Give the parameters of a function short names, but ``self`` and those that calls may name.

    MicroPython keeps the names of parameters, not those of other local variables.
    """
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    if any(isinstance(node, (*scopes.COMPREHENSIONS, ast.FunctionDef, ast.Lambda)) for node in nodes):
        return  # what has scopes of its own inside stays as it is
    names = [node for node in nodes if isinstance(node, ast.Name)]
    taken = {node.id for node in names}
    free = (f"_{letter}" for letter in ascii_lowercase if f"_{letter}" not in taken)
    arguments = function.args.args
    names_given = [one.arg for one in arguments if one.arg != "self" and one.arg not in keywords]
    short = {name: next(free) for name in names_given if len(name) > len("_a")}
    for one in arguments:
        one.arg = short.get(one.arg, one.arg)
    for node in names:
        node.id = short.get(node.id, node.id)
