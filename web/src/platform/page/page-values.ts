import type { Brand } from '@coverdesk/domain/shell/shell-contract.ts'

/** Values that the server writes into each response of the page; see index.html. */
function metaOf(selector: string): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>(selector)
}

/** Build id of this page; null outside a page of ours. */
export function runningBuildId(): string | null {
  return metaOf('meta[name="build-id"]')?.content || null
}

/**
 * Build id in the source of a page. Not parsed as a document: its inline styles would violate this page's content
 * security policy.
 */
export function buildIdIn(html: string): string | null {
  return html.match(/<meta name="build-id" content="([^"]+)"/)?.[1] ?? null
}

/** Nonce that this response's content security policy allows for style tags created at run time. */
export function styleNonce(): string {
  return metaOf('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Brand of this host (SHELL-43), part of the page so that its name and colors are available on first paint. */
export function brandOfPage(): Brand {
  return JSON.parse(document.getElementById('brand')?.textContent ?? '')
}
