import { useBrand } from '../platform/page/brand.ts'
import { effectiveDate, privacyNotice } from './privacy-notice.ts'
import css from './privacy-page.module.css'

/** The privacy notice, without login (CONSUMER-07). */
export function PrivacyPage() {
  const brand = useBrand()
  return (
    <article className={css.notice}>
      <h1>Privacy Notice</h1>
      <p className={css.date}>Effective {effectiveDate}</p>
      {privacyNotice(brand).map(({ heading, paragraphs }, index) => (
        <section key={heading}>
          <h2>
            {index + 1}. {heading}
          </h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}
