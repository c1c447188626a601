import { resolve } from 'node:path'

/** The folder that holds `package.json` of the whole project. */
export const projectRoot = resolve(import.meta.dirname, '../../../..')
