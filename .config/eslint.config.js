import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import sortImports from 'eslint-plugin-simple-import-sort';
import wc from 'eslint-plugin-wc';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';

/**
 * Type-only imports are erased; a value import of these would put zod into the customer's browser.
 * Only what the build compiles to plain functions may have one (`compile-schemas.ts`).
 */
const schemaTypesOnly = {
  group: ['#contract/*.schema', 'zod', 'zod/*'],
  allowTypeImports: true,
  message: 'The widget imports schemas as types only.',
};

/** What runs as it is imported, Node, packages, the contract, then from afar to near. */
const importOrder = ['^\\u0000', '^node:', '^[^.#]', '^#', '^\\.\\.', '^\\.'];

const everywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
];

/** The assertions that a list has something that a page adds to it on its own. */
const readTooSoon = [
  '[callee.property.name=/^(match|ok|equal)$/]',
  '[callee.property.name="deepEqual"]:has(> ArrayExpression[elements.length>0])',
].map((has) => ({
  selector: `ExpressionStatement > CallExpression[callee.object.name="assert"]${has}:has(Identifier[name=/^(complaints|heard|reached)$/])`,
  message: 'It may come later: await eventually(() => assert…).',
}));

export default defineConfig(
  { ignores: ['dist/', 'shots/', 'node_modules/', 'test/package/apps/', '.config/npm/copied/'] },
  ts.configs.base,
  {
    files: ['**/*.ts'],
    plugins: { 'sort-imports': sortImports },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: process.cwd() } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'sort-imports/imports': ['error', { groups: [importOrder] }],
      'no-restricted-syntax': ['error', ...everywhere],
      'no-console': 'error',
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'demo/workbench/**/*.ts'],
    ignores: ['src/contract/**'],
    plugins: { lit, wc, 'lit-a11y': litA11y },
    rules: {
      ...lit.configs['flat/all'].rules,
      'lit/no-classfield-shadowing': 'off',
      'lit/no-template-map': 'off',
      'lit/no-template-arrow': 'off',
      'lit/prefer-query-decorators': 'off',
      'lit/no-this-assign-in-render': 'error',
      ...wc.configs['flat/recommended'].rules,
      ...litA11y.configs.recommended.rules,
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [schemaTypesOnly] }],
      'no-restricted-globals': ['error', 'process', 'Buffer'],
    },
  },
  {
    files: ['src/**/*.schema.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/page/unshadowed.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'document', message: 'An element can take its place: use ownDocument.' },
        { property: 'ownerDocument', message: 'An element can take its place: use unshadowed().' },
      ],
    },
  },
  {
    // Only the files ignored here may use Node. Everything else runs wherever there are Request and
    // Response.
    files: ['proxy/**/*.ts', 'demo/sandbox/**/*.ts'],
    ignores: [
      '**/server.ts',
      'proxy/http/listener.ts',
      'proxy/http/compression.ts',
      'proxy/operations/**',
      'proxy/store/file.ts',
      'proxy/store/file-watch.ts',
    ],
    rules: {
      'no-restricted-imports': ['error', { patterns: ['node:*', 'libsql'] }],
      'no-restricted-globals': ['error', 'process', 'Buffer', '__dirname'],
    },
  },
  {
    files: [
      '**/server.ts',
      'proxy/operations/{backup,doctor,restored}.ts',
      'demo/*.ts',
      'demo/conformance/run.ts',
      'test/**/*.ts',
      'vite.config.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['vite.config.ts', 'test/vitest.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['test/{journeys,hosts}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...readTooSoon] },
  },
);
