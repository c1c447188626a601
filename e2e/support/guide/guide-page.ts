import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../../docs/guide')

/** Page of the user guide, as a test walks it. */
export interface GuidePage {
  /** A control that the page names in bold, which must be in the page. */
  named(label: string): string
  /** Checks that the page shows the picture; takes it with GUIDE_PICTURES (`npm run guide`). */
  picture(of: Page | Locator, name: string): Promise<void>
  /** Expects that every control in bold was used and every picture was taken. */
  expectWalked(): void
}

/**
 * Opens docs/guide/NAME.md for a test that walks its task. The walk uses the controls that the page names in bold, so
 * that a renamed control fails until the page says its new name.
 */
export function openGuidePage(name: string): GuidePage {
  const text = readFileSync(join(folder, `${name}.md`), 'utf8')
  const find = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, found = '']) => found))
  const labels = find(/\*\*(.+?)\*\*/g)
  const pictures = find(/!\[.+?\]\(pictures\/(.+?)\.png\)/g)
  const unused = { labels: new Set(labels), pictures: new Set(pictures) }
  return {
    named(label) {
      expect([...labels], `controls in ${name}.md`).toContain(label)
      unused.labels.delete(label)
      return label
    },
    async picture(of, picture) {
      expect([...pictures], `pictures in ${name}.md`).toContain(picture)
      unused.pictures.delete(picture)
      const path = join(folder, 'pictures', `${picture}.png`)
      if (process.env.GUIDE_PICTURES) {
        mkdirSync(join(folder, 'pictures'), { recursive: true })
        await of.screenshot({ path, animations: 'disabled' })
      }
      expect(existsSync(path), `${picture}.png; npm run guide takes it`).toBe(true)
    },
    expectWalked() {
      expect([...unused.labels], `controls in ${name}.md that the walk does not use`).toEqual([])
      expect([...unused.pictures], `pictures in ${name}.md that the walk does not take`).toEqual([])
    },
  }
}
