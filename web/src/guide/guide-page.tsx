import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { paths } from '../platform/address/paths.ts'
import { Notice } from '../ui/page/notice.tsx'
import css from './guide.module.css'
import { guidePageOf, guidePages } from './guide-pages.ts'
import { guideTexts } from './guide-texts.ts'

/** /portal/guide/load-a-file: a page of the user guide, with a link to the next one. */
export function GuidePage() {
  const { page: name } = useParams({ strict: false })
  const navigate = useNavigate()
  const page = guidePageOf(name)
  if (!page)
    return (
      <Notice title="No such page" text="The guide has no page of that name.">
        <Link to={paths.guide}>All pages of the guide</Link>
      </Notice>
    )
  const next = guidePages[guidePages.indexOf(page) + 1]
  // Links of the text open within the app; with a modifier key the browser opens a tab.
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/portal/"]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate({ href: link.getAttribute('href') ?? paths.guide })
  }
  return (
    <div className={css.scroll}>
      <nav className={css.way} aria-label="Guide">
        <Link to={paths.guide}>All pages of the guide</Link>
      </nav>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: handles the clicks that links in the text make, by mouse and keyboard */}
      <article
        key={page.name}
        className={css.page}
        onClick={follow}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered when the product is built
        dangerouslySetInnerHTML={{ __html: guideTexts[page.name] }}
      />
      {next ? (
        <p className={css.next}>
          Next: <Link to={paths.guidePage(next.name)}>{next.title}</Link>
        </p>
      ) : null}
    </div>
  )
}
