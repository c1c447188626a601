import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** React, the router, and the parts of Mantine that stand on the sign-in. */
const base =
  /\/node_modules\/(react|react-dom|scheduler|clsx|@tanstack\/(router-core|react-router|history|store|react-store)|@mantine\/core\/esm\/(core|components\/(UnstyledButton|Button|ActionIcon|Input|InputBase|Loader|Transition|TextInput)))\//

/**
 * The page as the server delivers it: files with a hash in their names under /assets, kept for ever by browsers, and
 * an index.html with the placeholders __BUILD_ID__, __CSP_NONCE__ and __BRAND__, which the server fills in each answer.
 */
export default defineConfig({
  plugins: [react(), brandFromServer()],
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
      output: {
        // What every screen needs, sign-in included, as one file: a dozen small ones weigh more and ask more often.
        // Icons that two screens or more share are as one, too: each alone is a few hundred bytes, and lists ask for twenty.
        codeSplitting: {
          groups: [
            { name: 'base', test: base, priority: 1 },
            {
              name: 'icons',
              test: /\/@tabler\/icons-react\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
        // Screens and dialogs keep their names; what they share is listed by the hundred in the table of all screens, and
        // each name there is weight of every list.
        chunkFileNames: ({ facadeModuleId, name }) =>
          facadeModuleId || name === 'base' ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
      },
    },
  },
  server: {
    proxy: { '/api': server, '/identity': server, '/health': server, '/socket.io': { target: server, ws: true } },
  },
})
