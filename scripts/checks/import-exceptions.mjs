/**
 * Imports against the rules that are accepted for now. The lists may only shrink: `npm test -- lint` names an entry that no
 * longer applies, and a test counts the entries.
 */
export const importExceptions = {
  /** From a room of `server/src/platform` into a higher one, or into a feature. */
  upward: ['server/src/platform/http/http-call.ts → server/src/platform/integrations/exchange.ts'],
  /** Files that import each other, by their names. */
  fileCycles: ['greeting-page.tsx ↔ screens.ts ↔ section-icons.ts ↔ sidebar-sections.ts ↔ start-page.tsx'],
}
