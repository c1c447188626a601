import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import css from './guide.module.css'
import { guidePages } from './guide-pages.ts'

/** /portal/guide: all pages of the user guide. */
export function GuideIndexPage() {
  return (
    <article className={css.page}>
      <h1>Guide</h1>
      <p>One page for each task. Press ? on any screen to see its keyboard shortcuts.</p>
      <ul className={css.pages}>
        {guidePages.map(({ name, title }) => (
          <li key={name}>
            <Link to={paths.guidePage(name)}>{title}</Link>
          </li>
        ))}
      </ul>
    </article>
  )
}
