import ts from 'typescript';

/**
 * The files that read a property, by the node that declares it. A property that is only copied into
 * another object is not read.
 */
export function readsIn(
  files: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
): ReadonlyMap<ts.Node, ReadonlySet<string>> {
  const reads = new Map<ts.Node, Set<string>>();

  function findReads(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node) && !isCopied(node)) {
      markRead(checker.getSymbolAtLocation(node.name), node);
    }
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && isUsed(node)) {
      const name = node.propertyName ?? node.name;
      const type = checker.getTypeAtLocation(node.parent);
      markRead(checker.getPropertyOfType(type, name.getText()), node);
    }
    ts.forEachChild(node, findReads);
  }

  function markRead(property: ts.Symbol | undefined, by: ts.Node): void {
    for (const declaration of property?.declarations ?? []) {
      const paths = reads.get(declaration) ?? new Set();
      reads.set(declaration, paths.add(by.getSourceFile().fileName));
    }
  }

  /** Whether the variable of a destructured field is used for anything but copying it on. */
  function isUsed({ name }: ts.BindingElement): boolean {
    if (!ts.isIdentifier(name)) return true;
    const variable = checker.getSymbolAtLocation(name);
    let used = false;
    const visit = (node: ts.Node): void => {
      if (used) return;
      if (ts.isIdentifier(node) && node !== name && node.text === name.text) {
        const symbol = ts.isShorthandPropertyAssignment(node.parent)
          ? checker.getShorthandAssignmentValueSymbol(node.parent)
          : checker.getSymbolAtLocation(node);
        used = symbol === variable && !isCopied(node);
      }
      ts.forEachChild(node, visit);
    };
    visit(name.getSourceFile());
    return used;
  }

  for (const file of files) findReads(file);
  return reads;
}

/** Whether a value goes under its own name into an object that is made, and not passed to a call. */
function isCopied(node: ts.Node): boolean {
  const { parent } = node;
  const isNamesake =
    ts.isShorthandPropertyAssignment(parent) ||
    (ts.isPropertyAssignment(parent) &&
      ts.isPropertyAccessExpression(node) &&
      parent.name.getText() === node.name.text);
  return isNamesake && !ts.isCallExpression(parent.parent.parent);
}
