import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useBrand } from '../../platform/page/brand.ts'
import { useUiTexts } from '../../ui/texts/ui-texts.ts'
import css from './root-frame.module.css'

/** Frame of every screen: skip link, loading indicator, document title and focus. */
export function RootFrame() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  useTitleAndFocus()
  const texts = useUiTexts()
  return (
    <>
      <a href="#main" className={css.skip}>
        {texts.skip}
      </a>
      {loading && <div className={css.loading} role="progressbar" aria-label={texts.loading} />}
      <Outlet />
    </>
  )
}

/** Sets the document title to the screen's, and focuses its heading when the path changes. */
function useTitleAndFocus() {
  const { name } = useBrand()
  const { pathname, title } = useMatches({
    select: (matches) => {
      const shown = matches.at(-1)
      const forPerson: unknown = shown?.context.title
      const title = typeof forPerson === 'string' ? forPerson : shown?.staticData.title
      return { pathname: shown?.pathname ?? '', title }
    },
  })
  const shown = useRef(pathname)
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Keeps the focus of a user who is already typing, on the screen or in a dialog.
    if (document.querySelector('main [autofocus], main :focus, [aria-modal="true"]:not([inert] *) :focus')) return
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname])
}
