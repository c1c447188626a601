import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Marked } from 'marked'
import type { Plugin } from 'vite'

/**
 * Imports a page of docs/guide/ as HTML. Its pictures become files of the build, and links between pages become
 * addresses of the app, so that the guide works without an internet connection.
 */
export function guideMarkdown(): Plugin {
  return {
    name: 'guide-markdown',
    transform(code, id) {
      if (!/[\\/]docs[\\/]guide[\\/][\w-]+\.md$/.test(id)) return null
      const { html, pictures } = guideHtml(code, (path) => sizeOfPng(readFileSync(join(dirname(id), path))))
      const imports = pictures.map((path, at) => `import picture${at} from ${JSON.stringify(`./${path}`)}`)
      const filled = pictures.reduce(
        (text, path, at) => text.replaceAll(JSON.stringify(placeOf(path)).slice(1, -1), `\${picture${at}}`),
        JSON.stringify(html).slice(1, -1).replaceAll('`', '\\`').replaceAll('${', '\\${'),
      )
      return { code: `${imports.join('\n')}\nexport default \`${filled}\`\n`, map: null }
    },
  }
}

interface PictureSize {
  width: number
  height: number
}

/** HTML of a page, with a placeholder for the address of each picture. */
export function guideHtml(markdown: string, sizeOf: (path: string) => PictureSize) {
  const pictures: string[] = []
  const marked = new Marked({
    renderer: {
      image({ href, text }) {
        if (!pictures.includes(href)) pictures.push(href)
        const { width, height } = sizeOf(href)
        return `<img src="${placeOf(href)}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy">`
      },
      link({ href, tokens }) {
        const page = /^([\w-]+)\.md$/.exec(href)
        return `<a href="${escaped(page ? `/portal/guide/${page[1]}` : href)}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  return { html: marked.parse(markdown, { async: false }), pictures }
}

const placeOf = (path: string) => `__PICTURE_${basename(path)}__`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Pixel size in the header of a PNG file, so that the page does not move while its pictures load. */
function sizeOfPng(file: Buffer): PictureSize {
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}
