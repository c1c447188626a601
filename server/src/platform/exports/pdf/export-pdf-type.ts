import { type InterScript, type InterWeight, interFont, interScripts } from './inter-font.ts'

/** One character in one font of the file: its code there and its advance, in thousandths of the type size. */
type Glyph = { font: EmbeddedFont; code: string; advance: number }

/** pdfkit's font, which its types omit; checked by `isEmbeddedFont`. */
type EmbeddedFont = {
  id: string
  ref: () => object
  encode: (text: string, features?: string[]) => [string[], { advanceWidth: number }[]]
}

/** Encoded text with its width in thousandths of the type size. */
export type ShapedText = { glyphs: readonly Glyph[]; width: number }

/** A text in lines; `squeeze` narrows its letters, in percent, which the widths include. */
export type FittedText = { lines: readonly ShapedText[]; squeeze: number }

const notdef = '0000'
const ellipsis = '…'
/** Characters that are drawn as a space. */
const blank = /[\p{C}\p{Z}]/u
const blanks = /[\p{C}\p{Z}]+/u
/** Share of their width to which letters may be narrowed before a word is broken. */
const narrowest = 0.75

/**
 * Inter in one weight, embedded in `document` as far as used.
 * Draws glyph by glyph from a table: pdfkit's text layout caches every word, which for a million policy numbers
 * exhausts the memory.
 */
export class PdfTypeface {
  readonly #document: PDFKit.PDFDocument
  readonly #weight: InterWeight
  readonly #features: string[]
  readonly #fonts = new Map<InterScript, EmbeddedFont>()
  readonly #glyphs = new Map<string, Glyph>()
  /** Whether a character was drawn as '?' because Inter lacks it. */
  isLacking = false

  /** `features` are OpenType ones: ['tnum'] gives figures of one width. */
  constructor(document: PDFKit.PDFDocument, weight: InterWeight, features: string[] = []) {
    this.#document = document
    this.#weight = weight
    this.#features = features
  }

  /** The text on one line; what is wider than `maxWidth` (thousandths of the type size) is cut and ends with '…'. */
  shape(text: string, maxWidth = Number.POSITIVE_INFINITY): ShapedText {
    const glyphs: Glyph[] = []
    let width = 0
    for (const character of text) {
      const glyph = this.#glyphs.get(character) ?? this.#find(character)
      glyphs.push(glyph)
      width += glyph.advance
      if (width > maxWidth) return this.#cut(glyphs, width, maxWidth)
    }
    return { glyphs, width }
  }

  /**
   * The text on as many lines as it needs, each at most `maxWidth` wide: broken at spaces; letters are narrowed for a word that
   * is a little wider, and a much wider one is broken. A text of more than `maxLines` ends with '…'.
   */
  fit(text: string, maxWidth: number, maxLines: number): FittedText {
    const whole = this.shape(text)
    if (whole.width <= maxWidth) return { lines: [whole], squeeze: 100 }
    const longest = text.split(blanks).reduce((width, word) => Math.max(width, this.shape(word).width), 0)
    const room = longest > maxWidth && maxWidth / longest >= narrowest ? longest : maxWidth
    const squeeze = (maxWidth / room) * 100
    const lines = this.#lines(text, room, maxLines)
    return { lines: lines.map(({ glyphs, width }) => ({ glyphs, width: (width * squeeze) / 100 })), squeeze }
  }

  #lines(text: string, maxWidth: number, maxLines: number): ShapedText[] {
    const lines: ShapedText[] = []
    let line: Glyph[] = []
    let width = 0
    let afterSpace = 0
    const widthOf = (glyphs: readonly Glyph[]) => glyphs.reduce((sum, { advance }) => sum + advance, 0)
    for (const character of text) {
      const glyph = this.#glyphs.get(character) ?? this.#find(character)
      const isSpace = blank.test(character)
      if (isSpace && line.length === 0) continue
      if (width + glyph.advance > maxWidth && line.length > 0 && !isSpace) {
        if (lines.length === maxLines - 1) return [...lines, this.#cut(line, width, maxWidth)]
        const end = afterSpace || line.length
        const full = line.slice(0, afterSpace ? end - 1 : end)
        lines.push({ glyphs: full, width: widthOf(full) })
        line = line.slice(end)
        width = widthOf(line)
        afterSpace = 0
      }
      line.push(glyph)
      width += glyph.advance
      if (isSpace) afterSpace = line.length
    }
    return [...lines, { glyphs: line, width }]
  }

  #cut(glyphs: Glyph[], full: number, maxWidth: number): ShapedText {
    const end = this.#glyphs.get(ellipsis) ?? this.#find(ellipsis)
    let width = full
    while (glyphs.length > 0 && width + end.advance > maxWidth) width -= glyphs.pop()?.advance ?? 0
    glyphs.push(end)
    return { glyphs, width: width + end.advance }
  }

  #find(character: string): Glyph {
    const own = this.#look(blank.test(character) ? ' ' : character)
    if (!own) this.isLacking = true
    const glyph = own ?? this.#look('?')
    if (!glyph) throw new Error(`Inter ${this.#weight} lacks '?'`)
    this.#glyphs.set(character, glyph)
    return glyph
  }

  #look(character: string): Glyph | null {
    for (const script of interScripts) {
      const font = this.#font(script)
      const [[code], [position]] = font.encode(character, this.#features)
      if (code !== undefined && position && code !== notdef) return { font, code, advance: position.advanceWidth }
    }
    return null
  }

  #font(script: InterScript): EmbeddedFont {
    const known = this.#fonts.get(script)
    if (known) return known
    const name = `inter-${script}-${this.#weight}`
    this.#document.registerFont(name, interFont(this.#weight, script)).font(name)
    const font: unknown = Reflect.get(this.#document, '_font')
    if (!isEmbeddedFont(font)) throw new Error('pdfkit changed: its font has no id, ref and encode')
    this.#fonts.set(script, font)
    return font
  }
}

function isEmbeddedFont(font: unknown): font is EmbeddedFont {
  if (typeof font !== 'object' || font === null) return false
  return (
    'id' in font &&
    typeof font.id === 'string' &&
    'ref' in font &&
    typeof font.ref === 'function' &&
    'encode' in font &&
    typeof font.encode === 'function'
  )
}

/**
 * PDF operators that show the text with its baseline starting at x, y (points, from the lower left corner).
 * `squeeze` narrows the letters, in percent. Fonts used are added to `used`, by the name the operators call them.
 */
export function showText(
  { glyphs }: ShapedText,
  at: { x: number; y: number; size: number; squeeze?: number },
  used: Map<string, EmbeddedFont>,
): string {
  let operators = `BT 1 0 0 1 ${at.x.toFixed(2)} ${at.y.toFixed(2)} Tm ${(at.squeeze ?? 100).toFixed(1)} Tz`
  let current: EmbeddedFont | undefined
  for (const { font, code } of glyphs) {
    if (font !== current) {
      operators += `${current ? '> Tj' : ''} /${font.id} ${at.size} Tf <`
      current = font
      used.set(font.id, font)
    }
    operators += code
  }
  return current ? `${operators}> Tj ET\n` : ''
}

/** The fonts a page used, as `showText` collects them. */
export type UsedFonts = Map<string, EmbeddedFont>
