/** Defaults of an entry. */
export const entryDefaults = { by: null, text: null, changes: [], state: null, record: null, file: null }
