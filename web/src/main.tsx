import './ui/theme/base-styles.ts'
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeRouter, type PortalRouter } from './app/make-router.tsx'
import { keepSession } from './app/session-keeper.ts'
import { pathOfHash } from './platform/address/paths.ts'
import { watchBuild } from './platform/page/build-check.ts'
import { brandOfPage, styleNonce } from './platform/page/page-values.ts'
import { followPage } from './platform/page/reader-language.ts'
import { useScheme } from './platform/page/theme-clock.ts'
import { ToastRegion } from './platform/toasts/toast-region.tsx'
import { toasts } from './platform/toasts/toasts.tsx'
import { brandVariables } from './ui/theme/brand-variables.ts'
import { cssVariablesResolver, theme } from './ui/theme/theme.ts'

const olderAddress = pathOfHash(location.hash)
if (olderAddress) history.replaceState(null, '', olderAddress)

for (const [name, value] of Object.entries(brandVariables(brandOfPage().colors)))
  document.documentElement.style.setProperty(name, value)
// The package under Mantine's modals that hides the page's scroll bar writes a style tag and reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
// Zod tries `new Function`, which the content security policy forbids and the browser reports, unless it is disabled here;
// its own `config` would have sign-in load it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const router = makeRouter()
keepSession(router)
router.subscribe('onResolved', followPage)
watchBuild(() => toasts.update(() => location.reload()))

/** theme-clock.ts stores the choice; Mantine stores nothing. */
const noSchemeMemory: MantineColorSchemeManager = {
  get: (scheme) => scheme,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

function App({ router }: { router: PortalRouter }) {
  const scheme = useScheme()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={noSchemeMemory}
      defaultColorScheme={scheme}
      forceColorScheme={scheme}
      getStyleNonce={styleNonce}
    >
      <ToastRegion />
      <RouterProvider router={router} />
    </MantineProvider>
  )
}

const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  )
