/** A file of the build that several screens share. */
export interface SharedFile {
  name: string
  /** Modules, or folders of them, each of which comes with all that it imports and no earlier file has. */
  brings: readonly string[]
}

const ui = (...names: string[]) => names.map((name) => `web/src/ui/${name}`)
const fields = (...names: string[]) => names.map((name) => `domain/src/fields/${name}.ts`)
const mantine = (...names: string[]) => names.map((name) => `node_modules/@mantine/core/esm/components/${name}/`)

/**
 * Chunks of modules that screens share. Without them the bundler makes one chunk per set of screens that share a module, and a
 * list loads a hundred (decision 068). Each includes its imports, so a chunk imports only earlier ones, never in a circle.
 * `e2e/journeys/portal/weight.e2e.ts` counts files and bytes.
 */
export const sharedFiles: readonly SharedFile[] = [
  // Those of two screens or more (vite.config.ts); first; otherwise a screen would load all forms for one icon.
  { name: 'icons', brings: ['node_modules/@tabler/icons-react/'] },
  {
    name: 'sign-in',
    brings: [
      'web/src/platform/api/call.ts',
      'web/src/access/access-frame.tsx',
      'web/src/access/passwords/password-box.tsx',
      'web/src/access/use-login-response.tsx',
      ...mantine('UnstyledButton', 'Button', 'ActionIcon', 'Input', 'InputBase', 'Loader', 'Transition', 'TextInput'),
    ],
  },
  // Zod and the contracts: sign-in loads them when the form is submitted.
  { name: 'contracts', brings: ['domain/src/access/access-contract.ts'] },
  { name: 'routes', brings: ['web/src/app/all-routes.tsx'] },
  {
    name: 'frame',
    brings: [
      'web/src/app/frames/portal-frame.tsx',
      'web/src/lookups/lookup-choices.ts',
      'web/src/platform/address/address.ts',
      'web/src/platform/address/address-dialog.ts',
      'web/src/platform/toasts/copy-text.ts',
      'web/src/platform/api/list-page.ts',
      ...fields('amount', 'calendar-date', 'number-format', 'month-text', 'personal-numbers'),
      ...ui(
        'page/page-header.tsx',
        'page/failed-state.tsx',
        'page/empty-state.tsx',
        'basics/skeleton-bar.tsx',
        'page/notice-line.tsx',
        'choices/use-choices.ts',
      ),
      ...ui(
        'basics/status-pill.tsx',
        'basics/money-cell.tsx',
        'basics/cell-value.tsx',
        'basics/cut-text.tsx',
        'basics/instant.ts',
      ),
    ],
  },
  // Of lists whose records have a history: not the policies'.
  { name: 'history', brings: ['domain/src/history/history-contract.ts'] },
  // What plans to choose from have in common with lists.
  {
    name: 'browsing',
    brings: [...ui('table-tools/pager.tsx', 'filters/filter-chips.tsx'), ...mantine('Checkbox', 'Switch')],
  },
  {
    name: 'list',
    brings: [
      'web/src/lists/list-screen.tsx',
      'web/src/lists/use-list.ts',
      'web/src/lists/month-column.ts',
      'web/src/lists/with-current-month.ts',
      'web/src/commissions/list-sum.tsx',
      'web/src/access/own-records.ts',
    ],
  },
  {
    name: 'choices',
    brings: [
      ...ui(
        'choices/choice-list.tsx',
        'choices/choice-select.tsx',
        'overlay/confirm-dialog.tsx',
        'fields/file-drop.tsx',
      ),
      ...mantine('Combobox', 'Popover', 'Textarea'),
    ],
  },
  // What pages of one record have in common.
  { name: 'record-page', brings: ui('page/definition-grid.tsx', 'page/timeline.tsx') },
  // Date filters of lists use it without a form.
  { name: 'masked', brings: ui('fields/masked-input.tsx') },
  {
    name: 'form',
    brings: ui(
      'form/form-modal.tsx',
      'fields/text-fields.tsx',
      'fields/choice-fields.tsx',
      'fields/digit-fields.tsx',
      'fields/use-field.tsx',
      'basics/field.module.css',
      'form/edit-conflict.tsx',
    ),
  },
  // The dialogs that lists of records have in common.
  {
    name: 'records',
    brings: [
      ...ui('fields/date-field.tsx'),
      'web/src/history/history-dialog.tsx',
      'web/src/history/status-dialog.tsx',
      'web/src/notes/notes-dialog.tsx',
      'web/src/uploads/plain-load-dialog.tsx',
    ],
  },
  // Both buttons of the phone, on every screen of users who have it.
  {
    name: 'telephony',
    brings: ['web/src/telephony/telephony-widget.tsx', 'web/src/telephony/phone-float.tsx'],
  },
]

/** Pattern of module ids that are one of the paths or inside one of the folders. */
export function matches(paths: readonly string[]): RegExp {
  const chains = paths.map((path) => {
    const text = path.replaceAll(/[.+*?^$()[\]{}|\\]/g, String.raw`\$&`).replaceAll('/', String.raw`[\\/]`)
    return path.endsWith('/') ? text : `${text}$`
  })
  return new RegExp(String.raw`[\\/](?:${chains.join('|')})`)
}

/** Entries without a module, after a rename or removal: its modules would become small files again. */
export function findStaleEntries(files: readonly SharedFile[], modules: readonly string[]): string[] {
  return files.flatMap(({ name, brings }) =>
    brings
      .filter((path) => !modules.some((id) => matches([path]).test(id)))
      .map((path) => `shared-files.ts: '${name}' brings ${path}, but there is no such module.`),
  )
}
