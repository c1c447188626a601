import { Brand } from '@coverdesk/domain/shell/shell-contract.ts'

/** What the server writes into each answer of the page; see index.html. */
function metaOf(page: Document, selector: string): HTMLMetaElement | null {
  return page.querySelector<HTMLMetaElement>(selector)
}

/** The id of the build that `page` belongs to, or null on a page that is not ours. */
export function buildIdOf(page: Document): string | null {
  return metaOf(page, 'meta[name="build-id"]')?.content || null
}

/** The nonce that the content security policy of this answer allows for style tags made at run time. */
export function styleNonce(): string {
  return metaOf(document, 'meta[property="csp-nonce"]')?.nonce ?? ''
}

/** The brand of this host (SHELL-43), which comes with the page so that its name and colours are there at the first paint. */
export function brandOfPage(page: Document = document): Brand {
  return Brand.parse(JSON.parse(page.getElementById('brand')?.textContent ?? ''))
}
