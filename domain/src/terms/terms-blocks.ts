/** Part of a text: a heading, a paragraph, or a list. */
export type TermsBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[] }

/**
 * Reads terms of use: a line that begins with `# ` is a heading, lines that begin with `- ` are a list, an empty line ends a
 * paragraph, and `{agency}` is replaced by the agency's name. Everything else is text, markup too.
 */
export function termsBlocks(text: string, agency: string): TermsBlock[] {
  const blocks: TermsBlock[] = []
  let open: string[] = []
  let items: string[] = []
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', text: open.join(' ') })
    if (items.length > 0) blocks.push({ kind: 'list', items })
    open = []
    items = []
  }
  for (const line of text
    .replaceAll('{agency}', agency)
    .split('\n')
    .map((one) => one.trim())) {
    const [, mark, rest = ''] = /^(#|-)\s+(.*)$/.exec(line) ?? []
    if (line === '' || mark === '#' || (mark === '-') !== items.length > 0) close()
    if (mark === '#') blocks.push({ kind: 'heading', text: rest })
    else if (mark === '-') items.push(rest)
    else if (line !== '') open.push(line)
  }
  close()
  return blocks
}
