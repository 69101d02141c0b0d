/**
 * Libraries as they ship: their development builds warn that they are such. Imported before Vite and
 * Vitest, which choose by this variable, and would set it themselves.
 */
process.env['NODE_ENV'] = 'production';
