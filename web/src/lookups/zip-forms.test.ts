import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const inputs = /<(?:TextField|DigitsField|ZipField)<[^>]*>\s+name=(?:"[^"]*|\{`[^`]*)[zZ]ip/

test('each form with a ZIP code and a city fills the city and the state from it', () => {
  const forms = globSync('**/*.tsx', { cwd: source })
    .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
    .filter(({ text }) => inputs.test(text) && /[Cc]ity/.test(text))
  expect(forms.map(({ path }) => path).sort()).toEqual([
    'agency/agency-page.tsx',
    'contact-methods/address-fields.tsx',
    'leads/lead-fields.tsx',
    'marketplace/updates/update-dialog.tsx',
    'offline/form/primary-section.tsx',
    'tax-forms/tax-facts-modal.tsx',
  ])
  for (const { path, text } of forms) expect(text, path).toContain('useZipPlaces<')
})
