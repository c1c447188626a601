/** Page of the guide as HTML (web/guide-markdown.ts). */
declare module '*.md' {
  const html: string
  export default html
}
