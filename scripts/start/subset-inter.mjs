import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './set-up.mjs'

/** What is cut from: the package's variable Inter of the Latin alphabet. */
const source = join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2')
/** The font that every screen loads, and beside it the checksum of what it was cut from. */
const target = join(root, 'web/src/ui/theme/fonts/inter-latin.woff2')
const stamp = `${target}.source`

const ascii = String.fromCodePoint(...Array.from({ length: 0x7e - 0x1f }, (_, at) => 0x20 + at))
/** English, Spanish and the signs of our screens; `unicode-range` in inter.css says the same. */
const characters = `${ascii}\u00a0¡¿ÁÉÍÑÓÚÜáéíñóúü·×–—‘’“”•…→←↑↓−`

/** Checksums of the package's font now, and of the one that ours was cut from. */
export function fontSources() {
  return { now: sha256(readFileSync(source)), cut: readFileSync(stamp, 'utf8').trim() }
}

/**
 * Cuts Inter down to what the look asks for (docs/list-performance.md): the characters above, weights 400 to
 * 600, optical sizes 14 to 24, kerning and tabular figures. By hand, after a newer Inter:
 * `npm i --no-save subset-font@2.9.0 && node scripts/start/subset-inter.mjs`.
 */
async function subsetInter() {
  // Not among our packages: it runs once a year, and everybody would install it.
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
