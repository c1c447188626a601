import type { Brand } from '@coverdesk/domain/shell/shell-contract.ts'

/** What the server writes into each answer of the page; see index.html. */
function metaOf(selector: string): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>(selector)
}

/** The id of the build that this page runs; null outside of a page of ours. */
export function runningBuildId(): string | null {
  return metaOf('meta[name="build-id"]')?.content || null
}

/** The build id in a page's source. Not parsed as a document: its inline styles would break the content security policy of this one. */
export function buildIdIn(html: string): string | null {
  return html.match(/<meta name="build-id" content="([^"]+)"/)?.[1] ?? null
}

/** The nonce that the content security policy of this answer allows for style tags made at run time. */
export function styleNonce(): string {
  return metaOf('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** The brand of this host (SHELL-43), which comes with the page so that its name and colours are there at the first paint. */
export function brandOfPage(): Brand {
  return JSON.parse(document.getElementById('brand')?.textContent ?? '')
}
