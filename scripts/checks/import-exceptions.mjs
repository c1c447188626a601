/**
 * Imports against the rules that are accepted for now. The lists may only shrink: `npm test -- lint` names an entry that no
 * longer applies, and a test counts the entries.
 */
export const importExceptions = {
  /** From a room of `server/src/platform` into a higher one, or into a feature. */
  upward: ['server/src/platform/http/http-call.ts → server/src/platform/integrations/exchange.ts'],
  /** Files that import each other, by their names. */
  fileCycles: [
    'table-body.tsx ↔ virtual-body.tsx',
    'selection-bar.tsx ↔ selection-more.tsx',
    'list-header.tsx ↔ list-screen.tsx',
    'edit-user-dialog.tsx ↔ link-contact-dialog.tsx ↔ reset-pass-dialog.tsx ↔ user-dialogs.tsx ↔ visibility-dialog.tsx ↔ visibility-rule-rows.tsx',
    'summary-on-phone.tsx ↔ summary-table.tsx ↔ unpaid-summary.tsx',
    'hours-needed.tsx ↔ new-pto-dialog.tsx',
    'greeting-page.tsx ↔ screens.ts ↔ section-icons.ts ↔ sidebar-sections.ts ↔ start-page.tsx',
    'county-field.tsx ↔ household-form.tsx ↔ person-fields.tsx',
  ],
}
