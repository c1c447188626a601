import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { checkFiles } from './check-files.ts'
import { guideMarkdown } from './guide-markdown.ts'
import { matches, sharedFiles } from './shared-files.ts'
import { withoutJsonSchema } from './without-json-schema.ts'
import { withoutSummaries } from './without-summaries.ts'

const server = process.env.API_URL ?? 'http://127.0.0.1:8080'

/** `vite dev` has no server of ours in front of it that fills the page's placeholders, so it asks one for the brand. */
function brandFromServer(): Plugin {
  return {
    name: 'brand-from-server',
    apply: 'serve',
    async transformIndexHtml(html) {
      const answer = await fetch(`${server}/api/Configuration`).catch(() => null)
      if (!answer?.ok) throw new Error(`No Coverdesk server answers at ${server}; start it or set API_URL`)
      const { brand } = await answer.json()
      return html.replace('__BRAND__', JSON.stringify(brand).replaceAll('<', '\\u003c'))
    },
  }
}

/** What screens share, before it what the page starts with: `$initial` is all that main.tsx imports. */
const files: Rolldown.CodeSplittingGroup[] = [
  { name: 'base', tags: ['$initial'], priority: sharedFiles.length },
  ...sharedFiles.map(({ name, brings }, place) => ({
    name,
    test: matches(brings),
    priority: sharedFiles.length - place - 1,
    // An icon of one screen is part of that screen.
    minShareCount: name === 'icons' ? 2 : 1,
  })),
]

/**
 * The page as the server delivers it: files with a hash in their names under /assets, kept for ever by browsers, and
 * an index.html with the placeholders __BUILD_ID__, __CSP_NONCE__ and __BRAND__, which the server fills in each answer.
 */
export default defineConfig({
  plugins: [react(), guideMarkdown(), brandFromServer(), withoutJsonSchema(), withoutSummaries(), checkFiles()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // One page opens over one connection; files that only spare a few bytes cost a round trip instead.
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A dynamically imported module keeps a facade file, wherever its code is. The optimization removes that file, and
      // rolldown 1.2 loses exports over it (decision 068).
      experimental: { chunkOptimization: false },
      output: {
        codeSplitting: { groups: files },
        // Screens and dialogs keep their names; what they share is listed by the hundred in the table of all screens, and
        // each name there is weight of every list. 42 bits of hash tell the versions of a file apart.
        chunkFileNames: ({ facadeModuleId, name }) =>
          facadeModuleId || files.some((file) => file.name === name)
            ? 'assets/[name]-[hash:7].js'
            : 'assets/[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    proxy: { '/api': server, '/identity': server, '/health': server, '/socket.io': { target: server, ws: true } },
  },
})
