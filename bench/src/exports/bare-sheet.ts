import { crc32, createDeflateRaw } from 'node:zlib'
import { copyOut } from './copy-out.ts'

/**
 * Reference for an xlsx export: hand-written sheet XML and zlib, level 1 as in the product, no types, no styles, no
 * check for values that Excel cannot store. Runs as a process of its own: `bare-sheet.ts <database url> <select>`; sends
 * its CPU seconds.
 */
const [url = '', select = ''] = process.argv.slice(2)
const deflate = createDeflateRaw({ level: 1 })
deflate.resume()
let left = ''
let row = 1
let crc = 0
await copyOut(
  url,
  select,
  (bytes) => {
    const lines = (left + bytes.toString('utf8')).split('\n')
    left = lines.pop() ?? ''
    let xml = ''
    for (const line of lines) xml += rowXml(line.split('\t'), ++row)
    const out = Buffer.from(xml)
    crc = crc32(out, crc)
    deflate.write(out)
  },
  'text',
)
deflate.end()
await new Promise((resolve) => deflate.once('end', resolve))
const { user, system } = process.cpuUsage()
process.send?.((user + system) / 1_000_000)
process.disconnect?.()

function rowXml(cells: string[], number: number): string {
  let xml = `<row r="${number}">`
  for (const cell of cells) {
    if (cell === '\\N') continue
    xml += Number.isNaN(Number(cell))
      ? `<c t="inlineStr"><is><t>${cell.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</t></is></c>`
      : `<c><v>${cell}</v></c>`
  }
  return `${xml}</row>`
}
