"""Joining the firmware's modules into one source file.

A Pico spends about 15 ms on every file that it imports, and the compiler folds a constant only within its own
file. So what is flashed is one file that holds the firmware's modules one after another, each after those it
imports. The modules themselves stay plain Python: this is done on their syntax trees.

- A private name of a module (``_x`` of ``rules``) becomes ``_rules_x``; the names of all other things have to
  differ between modules. ``notation.f`` and ``config.X`` become the names themselves.
- A whole number that is bound once becomes a ``const`` with a private name: the compiler puts it in place and
  leaves nothing of it in memory.
- Imports of joined modules go, as do docstrings, annotations, and what stands under ``TYPE_CHECKING`` or
  ``__name__ == "__main__"``.
- Functions of chosen modules are marked to be compiled to machine code.
- A comment before each function says where it comes from.

What cannot be joined so that it means the same as before is refused with a ``FirmwareError``.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from lakabe import scopes
from lakabe.errors import FirmwareError

CONST = "const"
"""The compiler knows this call by its name; whatever function stands for it elsewhere is left out."""
_ONE_ONLY = (ast.FunctionDef, ast.ClassDef)
_NOT_HERE = (ast.AsyncFunctionDef, ast.Match, ast.AsyncFor, ast.AsyncWith)


@dataclass
class Joined:
    """The joined source, and the modules in it in their order."""

    text: str
    modules: list[str]

    def origin(self, line: int) -> str:
        """Where a line of the text comes from, such as ``rules.py:120``; "" when it is in no function."""
        for text in reversed(self.text.splitlines()[:line]):
            if text.lstrip().startswith(_ORIGIN):
                return text.lstrip().removeprefix(_ORIGIN)
        return ""


_ORIGIN = "# from "


@dataclass
class _Module:
    """A module of the firmware, and what its names are called in the joined file."""

    name: str
    path: Path
    tree: ast.Module
    names: dict[str, str] = field(default_factory=dict)
    """Top-level names that belong to the firmware -> their names after joining."""
    modules: dict[str, str] = field(default_factory=dict)
    """Names bound to joined modules -> those modules."""
    outside: set[str] = field(default_factory=set)
    """Names bound by importing what is not joined."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Top-level names that always stand for a whole number."""
    repeated: set[str] = field(default_factory=set)
    """Names after joining that an earlier module has bound to the same number or import."""

    @property
    def stem(self) -> str:
        return self.name.rpartition(".")[2]

    def refuse(self, node: ast.AST, problem: str) -> NoReturn:
        line = getattr(node, "lineno", 1)
        raise FirmwareError(f"{self.path.name}:{line}: {problem}", "the firmware is joined into one file")


def modules_in(firmware: Path) -> dict[str, Path]:
    """The modules of a firmware folder by the name that imports them, such as ``fanorona.rules``."""
    found = {path.stem: path for path in sorted(firmware.glob("*.py"))}
    library = firmware / "lib"
    for path in sorted(library.glob("**/*.py")):
        parts = path.relative_to(library).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def join(paths: Mapping[str, Path], main: str = "main", native: Collection[str] = ()) -> Joined:
    """Join ``main`` and all that it imports from ``paths`` (module name -> file). FirmwareError.

    The functions in the modules ``native`` (by the last part of their names) are marked to be compiled to
    machine code, but for ``__init__``, which runs once, and those with an endless loop: machine code does
    not notice Ctrl-C.
    """
    modules: dict[str, _Module] = {}
    _collect(main, paths, modules, [])
    owners: dict[str, tuple[_Module, str]] = {}
    lines: list[str] = []
    for module in modules.values():
        _bind(module, modules, owners)
        body = _Rewriter(module, modules, module.stem in native).body()
        if body:
            lines += ["", f"# {module.name}", ""]
            lines += body
    text = "\n".join(lines).lstrip("\n") + "\n"
    return Joined(text, list(modules))


def _collect(name: str, paths: Mapping[str, Path], found: dict[str, _Module], above: list[str]) -> None:
    """Read a module and, before it, those that it imports."""
    if name in found:
        return
    if name in above:
        raise FirmwareError(f"{name} imports itself by way of {above[-1]}")
    path = paths[name]
    try:
        module = _Module(name, path, ast.parse(path.read_text(encoding="utf-8")))
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise FirmwareError(f"{path.name}:{line}: {getattr(error, 'msg', error)}") from None
    module.tree.body = [
        statement
        for statement in module.tree.body
        if not any(left_out(statement) for left_out in (_is_text, _is_for_checkers, _is_for_running, _is_all))
    ]
    for statement in module.tree.body:
        for imported in _joined_imports(statement, paths):
            _collect(imported, paths, found, [*above, name])
    found[name] = module


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_for_checkers(statement: ast.stmt) -> bool:
    """``TYPE_CHECKING = False`` or ``if TYPE_CHECKING:`` without an ``else``."""
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement) == "TYPE_CHECKING = False"
    return (
        isinstance(statement, ast.If) and _is_name(statement.test, "TYPE_CHECKING") and not statement.orelse
    )


def _is_for_running(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "__name__ == '__main__'"


def _is_all(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and _is_name(statement.targets[0], "__all__")


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _joined_imports(statement: ast.stmt, paths: Mapping[str, Path]) -> Iterator[str]:
    """The joined modules that a statement imports, those with a folder's ``__init__`` first."""
    names: list[str] = []
    if isinstance(statement, ast.Import):
        names = [alias.name for alias in statement.names]
    elif isinstance(statement, ast.ImportFrom) and statement.module:
        names = [statement.module, *(f"{statement.module}.{alias.name}" for alias in statement.names)]
    for name in names:
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            if (part := ".".join(parts[:count])) in paths:
                yield part


def _bind(module: _Module, modules: Mapping[str, _Module], owners: dict[str, tuple[_Module, str]]) -> None:
    """Find out what a module's top-level names are called after joining, and that none clashes."""
    counts = scopes.bindings(module.tree.body)
    for statement in module.tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            _bind_import(module, statement, modules, owners)
    imported = {*module.names, *module.modules, *module.outside}
    for name, places in counts.items():
        if name in imported:
            if len(places) > 1:
                module.refuse(places[-1], f"{name} is imported and bound again")
            continue
        statement = places[0]
        value = _number(module, statement) if len(places) == 1 else None
        if name == CONST and isinstance(statement, ast.FunctionDef):
            continue
        if isinstance(statement, _ONE_ONLY) and len(places) > 1:
            module.refuse(places[-1], f"{name} is defined twice")
        if name.startswith("__") or (not name.startswith("_") and hasattr(builtins, name)):
            module.refuse(statement, f"{name} would hide MicroPython's own {name} from all modules")
        final = name
        if name.startswith("_"):
            final = f"_{module.stem}{name}"
        elif value is not None:
            final = f"_{name}"
        if value is not None:
            module.numbers[name] = value
        module.names[name] = final
        meaning = f"{module.name}.{name}" if value is None else str(value)
        _claim(module, statement, final, meaning, owners)


def _claim(
    module: _Module, node: ast.AST, name: str, meaning: str, owners: dict[str, tuple[_Module, str]]
) -> None:
    if name in owners:
        module.repeated.add(name)
    owner, other = owners.setdefault(name, (module, meaning))
    if other != meaning:
        module.refuse(node, f"{name.removeprefix('_')} has another meaning in {owner.path.name}")


def _bind_import(
    module: _Module,
    statement: ast.Import | ast.ImportFrom,
    modules: Mapping[str, _Module],
    owners: dict[str, tuple[_Module, str]],
) -> None:
    for alias in statement.names:
        source = statement.module if isinstance(statement, ast.ImportFrom) else None
        if alias.name == "*":
            module.refuse(statement, "what `import *` brings cannot be told")
        whole = f"{source}.{alias.name}" if source else alias.name
        if isinstance(statement, ast.ImportFrom) and statement.level:
            module.refuse(statement, "relative imports are not joined")
        if whole in modules or source in modules:
            if alias.asname:
                module.refuse(statement, f"{alias.name} cannot be joined under another name")
            if whole in modules:
                if not source and "." in whole:
                    module.refuse(statement, f"write `from ... import {whole.rpartition('.')[2]}`")
                module.modules[alias.name] = whole
            elif alias.name == CONST:
                module.names[CONST] = CONST
            elif source and alias.name in modules[source].names:
                module.names[alias.name] = modules[source].names[alias.name]
                if alias.name in modules[source].numbers:
                    module.numbers[alias.name] = modules[source].numbers[alias.name]
            else:
                module.refuse(statement, f"{source} has no {alias.name}")
        else:
            name = alias.asname or alias.name.partition(".")[0]
            module.outside.add(name)
            _claim(module, statement, name, f"import {whole}", owners)


def _number(module: _Module, statement: ast.stmt) -> int | None:
    """The whole number that a top-level statement gives a name, or None."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value:
        target, value = statement.target, statement.value
    else:
        return None
    return _fold(module, value) if isinstance(target, ast.Name) else None


def _fold(module: _Module, value: ast.expr) -> int | None:
    """What the compiler makes of an expression: a whole number, or None."""
    if isinstance(value, ast.Call) and _is_name(value.func, CONST) and len(value.args) == 1:
        return _fold(module, value.args[0])
    if isinstance(value, ast.Constant):
        return value.value if type(value.value) is int else None
    if isinstance(value, ast.Name):
        return module.numbers.get(value.id)
    if isinstance(value, ast.UnaryOp) and type(value.op) in _UNARY:
        number = _fold(module, value.operand)
        return None if number is None else _UNARY[type(value.op)](number)
    if isinstance(value, ast.BinOp) and type(value.op) in _BINARY:
        left, right = _fold(module, value.left), _fold(module, value.right)
        return None if left is None or right is None else _BINARY[type(value.op)](left, right)
    return None


_UNARY: dict[type[ast.unaryop], Callable[[int], int]] = {ast.USub: operator.neg, ast.Invert: operator.invert}
_BINARY: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}


class _Rewriter(ast.NodeTransformer):
    """Rewrites one module for the joined file."""

    def __init__(self, module: _Module, modules: Mapping[str, _Module], native: bool) -> None:
        self._module = module
        self._modules = modules
        self._native = native
        self._scopes = scopes.Stack()

    def body(self) -> list[str]:
        """The module's lines."""
        lines: list[str] = []
        for statement in self._module.tree.body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                lines += self._import(statement)
            elif not (isinstance(statement, ast.FunctionDef) and statement.name == CONST):
                lines += self._lines(self.visit(statement), "")
        return lines

    def _import(self, statement: ast.Import | ast.ImportFrom) -> list[str]:
        wanted = self._module.outside - self._module.repeated
        names = [a for a in statement.names if (a.asname or a.name.partition(".")[0]) in wanted]
        if not names:
            return []
        statement.names = names
        return [ast.unparse(statement)]

    def _lines(self, statement: ast.stmt | None, indent: str) -> list[str]:
        """A rewritten statement; a class one method after another, so that each tells its origin."""
        if statement is None or isinstance(statement, ast.Pass):
            return []
        if isinstance(statement, ast.ClassDef):
            *head, _ = ast.unparse(ast.ClassDef(**{**vars(statement), "body": [ast.Pass()]})).splitlines()
            parts = [self._lines(part, indent + "    ") for part in statement.body]
            lines = [indent + line for line in head] + [line for part in parts for line in part]
        else:
            lines = [indent + line for line in ast.unparse(statement).splitlines()]
        if isinstance(statement, _ONE_ONLY):
            return [f"{indent}{_ORIGIN}{self._module.path.name}:{statement.lineno}", *lines]
        return lines

    # Names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not self._scopes.is_global(node.id):
            return node
        module = self._module
        if node.id in module.names:
            return self._name(node, module.names[node.id])
        if node.id in module.modules:
            module.refuse(node, f"{node.id} is joined and no thing of its own; use a name in it")
        if node.id not in module.outside and not hasattr(builtins, node.id):
            module.refuse(node, f"{node.id} is not defined")
        if node.id in ("__name__", "__file__"):
            module.refuse(node, f"{node.id} is another one after joining")
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        owner = node.value
        if not (isinstance(owner, ast.Name) and owner.id in self._module.modules):
            return self.generic_visit(node)  # type: ignore[return-value]
        if not self._scopes.is_global(owner.id):
            return node
        other = self._modules[self._module.modules[owner.id]]
        if not isinstance(node.ctx, ast.Load):
            self._module.refuse(node, f"{owner.id}.{node.attr} is changed from outside its module")
        if node.attr not in other.names:
            self._module.refuse(node, f"{owner.id} has no {node.attr}")
        return self._name(node, other.names[node.attr])

    def _name(self, node: ast.Name | ast.Attribute, final: str) -> ast.Name:
        if not self._scopes.is_global(final):
            self._module.refuse(node, f"{final} is a local name here too")
        return ast.copy_location(ast.Name(final, node.ctx), node)

    def visit_Global(self, node: ast.Global) -> ast.Global:
        node.names = [self._module.names.get(name, name) for name in node.names]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if _is_name(node.func, CONST) and self._scopes.is_global(CONST):
            self._module.refuse(node, "const(...) may only give a name of the module its value")
        return self.generic_visit(node)

    # Statements

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if _is_text(node) else self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> ast.AST:
        return self._inner_import(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        return self._inner_import(node)

    def _inner_import(self, node: ast.Import | ast.ImportFrom) -> ast.AST:
        if any(True for _ in _joined_imports(node, {name: Path() for name in self._modules})):
            self._module.refuse(node, "modules of the firmware are imported at the top of a file")
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return self._constant(node, node.targets[0], node.value) or self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))  # type: ignore[no-any-return]

    def _constant(self, node: ast.Assign, target: ast.expr, value: ast.expr) -> ast.stmt | None:
        """``X = 5`` or ``X = const(5)`` at the top of the module, as the compiler knows it."""
        if self._scopes.inside or not isinstance(target, ast.Name):
            return None
        if len(node.targets) > 1 or target.id not in self._module.numbers:
            return None
        if self._module.names[target.id] in self._module.repeated:
            return ast.Pass()
        if isinstance(value, ast.Call):
            value = value.args[0]
        call = ast.Call(ast.Name(CONST, ast.Load()), [self.visit(value)], [])
        return ast.copy_location(ast.Assign([self.visit(target)], call), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for argument in [*arguments, node.args.vararg, node.args.kwarg]:
            if argument:
                argument.annotation = None
        node.returns = None
        node.decorator_list = self._each(node.decorator_list)
        node.args.defaults = self._each(node.args.defaults)
        node.args.kw_defaults = self._each(node.args.kw_defaults)
        if self._native and not self._scopes.inside_function and _may_be_native(node):
            node.decorator_list.append(_NATIVE)
        node.name = self._defined(node.name)
        with self._scopes.function(node):
            node.body = self._block(node.body)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        node.args.defaults = self._each(node.args.defaults)
        with self._scopes.function(node):
            node.body = self.visit(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.decorator_list = self._each(node.decorator_list)
        node.bases = self._each(node.bases)
        for keyword in node.keywords:
            self.visit(keyword)
        node.name = self._defined(node.name)
        with self._scopes.class_(node):
            node.body = self._block(node.body)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, scopes.COMPREHENSIONS):
            with self._scopes.function(node):
                return super().generic_visit(node)
        if isinstance(node, _NOT_HERE):
            self._module.refuse(node, f"{type(node).__name__} cannot be joined")
        node = super().generic_visit(node)
        if isinstance(getattr(node, "body", None), list) and not node.body:  # type: ignore[attr-defined]
            node.body = [ast.Pass()]  # type: ignore[attr-defined]
        return node

    def _defined(self, name: str) -> str:
        return name if self._scopes.inside else self._module.names[name]

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found = [self.visit(statement) for statement in body]
        return [statement for statement in found if statement is not None] or [ast.Pass()]

    def _each(self, nodes: Iterable[ast.expr | None]) -> list[Any]:
        return [node and self.visit(node) for node in nodes]


def _may_be_native(node: ast.FunctionDef) -> bool:
    return node.name != "__init__" and not any(_is_endless(inner) for inner in ast.walk(node))


def _is_endless(node: ast.AST) -> bool:
    if not (isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value):
        return False
    return not any(isinstance(inner, ast.Break | ast.Return | ast.Yield) for inner in ast.walk(node))


_NATIVE = ast.Attribute(ast.Name("micropython", ast.Load()), "native", ast.Load())
