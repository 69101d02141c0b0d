import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { z } from 'zod';

/** Schemas that browsers check by; the contract's own are for the proxy, and for types. */
const SCHEMAS = /\/src\/(?!contract\/).*\.schema\.ts$/;

/** Limits of numbers and lengths: a value beyond them can be shown, and the proxy holds them. */
const limits: ReadonlySet<string> = new Set([
  'number_format',
  'greater_than',
  'less_than',
  'min_length',
  'max_length',
]);

/**
 * Compiles each schema that a browser checks by to plain functions, because no schema library is
 * sent to browsers. What is left of a schema is `safeParse(value).success`, which tells whether a
 * page can show the value: limits of numbers and of lengths are not looked at, and neither are
 * fields that the schema does not name, as a newer proxy may have added them.
 */
export function compileSchemas(): Plugin {
  return {
    name: 'compile-schemas',
    enforce: 'pre',
    async transform(_, id) {
      if (!SCHEMAS.test(id)) return null;
      const { module } = await runnerImport<Record<string, unknown>>(id, { configFile: false });
      return { code: compileModule(module), map: null };
    },
  };
}

/** @throws {Error} if a schema has something that there is no check for */
export function compileModule(exports: Record<string, unknown>): string {
  const compiler = new Compiler();
  const lines = Object.entries(exports).map(([name, schema]) => {
    if (!(schema instanceof z.core.$ZodType)) throw new Error(`${name} is no schema`);
    return `export const ${name} = parserOf(${compiler.compile(schema)});`;
  });
  return [
    `import * as checks from ${JSON.stringify(resolve('src/state/checks.ts'))};`,
    `import * as refinements from ${JSON.stringify(resolve('src/state/refinements.ts'))};`,
    'const parserOf = (check) => ({ safeParse: (value) => ({ success: check(value) }) });',
    ...compiler.definitions,
    ...lines,
  ].join('\n');
}

/** Turns schemas into expressions, each of which is defined once. */
class Compiler {
  /** The names of the expressions. */
  readonly #names = new Map<string, string>();

  get definitions(): string[] {
    return [...this.#names].map(([expression, name]) => `const ${name} = ${expression};`);
  }

  compile(schema: z.core.$ZodType): string {
    const expression = this.#expressionOf(schema as z.core.$ZodTypes);
    const isPlain = /^checks\.\w+$/.test(expression);
    if (isPlain) return expression;
    const name = this.#names.get(expression) ?? `schema${this.#names.size}`;
    this.#names.set(expression, name);
    return name;
  }

  #expressionOf(schema: z.core.$ZodTypes): string {
    const { def } = schema._zod;
    switch (def.type) {
      case 'any':
        return 'checks.isAny';
      case 'boolean':
        return 'checks.isBoolean';
      case 'number':
        refuseRefinements(schema);
        return 'checks.isNumber';
      case 'string': {
        const conditions = conditionsOf(schema as z.core.$ZodString);
        if (conditions.length === 0) return 'checks.isText';
        return `checks.textThat((text) => ${conditions.join(' && ')})`;
      }
      case 'enum':
        return oneOf(Object.values(def.entries));
      case 'literal':
        return oneOf(def.values);
      case 'nullable':
        return `checks.orNull(${this.compile(def.innerType)})`;
      case 'optional':
        return `checks.orMissing(${this.compile(def.innerType)})`;
      case 'union':
        return `checks.anyOf(${def.options.map((option) => this.compile(option)).join(', ')})`;
      case 'array':
        refuseRefinements(schema);
        return `checks.listOf(${this.compile(def.element)})`;
      case 'object': {
        refuseRefinements(schema);
        const fields = Object.entries(def.shape).map(
          ([name, field]) => `${JSON.stringify(name)}: ${this.compile(field)}`,
        );
        return `checks.shapeOf({ ${fields.join(', ')} })`;
      }
      default:
        throw new Error(`no check is known for the schema type ${def.type}`);
    }
  }
}

function oneOf(values: readonly unknown[]): string {
  return `checks.oneOf(${values.map((value) => JSON.stringify(value)).join(', ')})`;
}

/** The conditions of a text, as expressions. A format such as `z.email()` is one by itself. */
function conditionsOf(schema: z.core.$ZodString): string[] {
  const own = schema._zod.traits.has('$ZodCheck') ? [schema] : [];
  return [...own, ...(schema._zod.def.checks ?? [])].flatMap((check) => {
    const condition = (check as z.core.$ZodChecks)._zod.def;
    if (limits.has(condition.check)) return [];
    if (condition.check === 'string_format' && condition.format === 'regex') {
      return `${condition.pattern}.test(text)`;
    }
    if (isRefinement(condition)) return `refinements.${condition.fn.name}(text)`;
    throw new Error(`no condition is known for the check ${condition.check}`);
  });
}

function isRefinement(condition: object): condition is { fn: { name: string } } {
  const { check, fn } = condition as { check?: unknown; fn?: unknown };
  return check === 'custom' && typeof fn === 'function' && fn.name !== '';
}

function refuseRefinements({ _zod: { def } }: z.core.$ZodTypes): void {
  const isLimited = (def.checks ?? []).every(({ _zod }) => limits.has(_zod.def.check));
  if (!isLimited) throw new Error(`a ${def.type} is refined, which is not compiled`);
}
