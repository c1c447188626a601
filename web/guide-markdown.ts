import { Marked } from 'marked'
import type { Plugin } from 'vite'

/**
 * Imports a page of docs/guide/ as HTML. Its pictures become files of the build, and links between pages become
 * addresses of the app, so that the guide works without an internet connection.
 */
export function guideMarkdown(): Plugin {
  return {
    name: 'guide-markdown',
    async transform(code, id) {
      if (!/[\\/]docs[\\/]guide[\\/][\w-]+\.md$/.test(id)) return null
      const paths = [...new Set([...code.matchAll(/!\[.*?\]\((.+?)\)/g)].map(([, path = '']) => path))]
      const sizes = await Promise.all(
        paths.map(async (path) => sizeOfPng(await this.fs.readFile(id.replace(/[\w-]+\.md$/, path)))),
      )
      const pictures = paths.map((path, at) => ({ path, name: `picture${at}`, ...sizes[at] }))
      const imports = pictures.map(({ path, name }) => `import ${name} from ${JSON.stringify(`./${path}`)}`)
      // The text between the names of pictures, which are their addresses when the module runs.
      const parts = guideHtml(code, pictures).split(mark)
      const filled = parts.map((part, at) => (at % 2 === 0 ? JSON.stringify(part) : part))
      return { code: `${imports.join('\n')}\nexport default ${filled.join(' + ')}\n`, map: null }
    },
  }
}

interface Picture {
  path: string
  /** Variable that holds its address. */
  name: string
  width?: number | undefined
  height?: number | undefined
}

/** In no text: encloses the name of a picture. */
const mark = '\0'

/** HTML of a page, with the name of each picture between marks in place of its address. */
function guideHtml(markdown: string, pictures: readonly Picture[]): string {
  const marked = new Marked({
    renderer: {
      image({ href, text }) {
        const { name, width, height } = pictures.find(({ path }) => path === href) ?? { name: '""' }
        return `<img src="${mark}${name}${mark}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy">`
      },
      link({ href, tokens }) {
        const page = /^([\w-]+)\.md$/.exec(href)
        return `<a href="${escaped(page ? `/portal/guide/${page[1]}` : href)}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  return marked.parse(markdown, { async: false })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Pixel size in the header of a PNG file, so that the page does not move while its pictures load. */
function sizeOfPng(file: Uint8Array): { width: number; height: number } {
  const view = new DataView(file.buffer, file.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}
