import { generate } from 'lean-qr'
import css from './second-factor.module.css'

/** Quiet modules around the code, which cameras need to find it (ISO/IEC 18004). */
const margin = 4

/** Text as a QR code: one path, dark on white in any color scheme, as cameras require. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const side = code.size + 2 * margin
  return (
    <svg className={css.qr} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={darkModules(code)} />
    </svg>
  )
}

function darkModules(code: { size: number; get(x: number, y: number): boolean }): string {
  let path = ''
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x + margin} ${y + margin}h1v1h-1z`
  return path
}
