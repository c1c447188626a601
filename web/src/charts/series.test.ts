import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { maxSlices } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { expect, test } from 'vitest'
import { restColor, seriesStyle } from './series.ts'

/** From this distance on, two lines of a chart look different; the closest pair of the palette has 0.11. */
const leastDistance = 0.1

const tokens = readFileSync(join(import.meta.dirname, '../ui/theme/tokens.css'), 'utf8')

/** Values of a token: in light colors, then in dark ones. */
const valuesOf = (color: string) => {
  const name = /--[\w-]+/.exec(color)?.[0]
  return [...tokens.matchAll(new RegExp(`${name}: (#[0-9a-f]{6});`, 'g'))].map(([, value = '']) => value)
}

/** OKLab, in which equal distances look equally different (bottosson.github.io/posts/oklab). */
function seen(hex: string): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

test.each(['light', 'dark'] as const)(
  'the ten carriers of a chart and the others have colors that differ, %s',
  (theme) => {
    const colors = [...Array.from({ length: maxSlices }, (_, index) => seriesStyle(index).color), restColor]
    const values = colors.map((color) => valuesOf(color)[theme === 'light' ? 0 : 1] ?? '')
    const pairs = values.flatMap((one, at) => values.slice(at + 1).map((other) => [one, other] as const))
    const close = pairs.filter(([one, other]) => {
      const [a, b] = [seen(one), seen(other)]
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < leastDistance
    })
    expect(close).toEqual([])
  },
)
