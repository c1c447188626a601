import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './set-up.mjs'

/** The source: the package's variable Inter, Latin subset. */
const source = join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2')
/** The font of every screen, and next to it the checksum of its source. */
const target = join(root, 'web/src/ui/theme/fonts/inter-latin.woff2')
const stamp = `${target}.source`

const ascii = String.fromCodePoint(...Array.from({ length: 0x7e - 0x1f }, (_, at) => 0x20 + at))
/** English, Spanish and the symbols of our screens; must match `unicode-range` in inter.css. */
const characters = `${ascii}\u00a0¡¿ÁÉÍÑÓÚÜáéíñóúü·×–—‘’“”•…→←↑↓−`

/** Checksums of the package's current font and of the source of our subset. */
export function fontSources() {
  return { now: sha256(readFileSync(source)), cut: readFileSync(stamp, 'utf8').trim() }
}

/**
 * Subsets Inter to what the design uses (docs/decisions/026-weight-of-a-list.md): the characters above, weights 400 to 600,
 * optical sizes 14 to 24, kerning and tabular figures. Run it manually after an update of Inter:
 * `npm i --no-save subset-font@2.9.0 && node scripts/start/subset-inter.mjs`.
 */
async function subsetInter() {
  // Not a dependency: it runs once a year, and every developer would have to install it.
  const { default: subsetFont } = await import('subset-font')
  const font = readFileSync(source)
  const cut = await subsetFont(font, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 600 }, opsz: { min: 14, max: 24 } },
    keepFeatures: ['kern', 'tnum'],
    noHinting: true,
  })
  writeFileSync(target, cut)
  writeFileSync(stamp, `${sha256(font)}\n`)
  console.log(`${font.length} → ${cut.length} bytes`)
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

if (import.meta.main) await subsetInter()
