import { IconMail, IconPhone, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { useBrand } from '../platform/page/brand.ts'
import css from './contact-links.module.css'

/**
 * Call, Email and Privacy Notice, unless the brand hides them (SHELL-44, AUTH-04); `terms` adds the terms of use (AUTH-03).
 */
export function ContactLinks({ icons = false, terms = false }: { icons?: boolean; terms?: boolean }) {
  const { phone, email, hideContactLinks, hidePrivacyLink } = useBrand()
  if (hideContactLinks && hidePrivacyLink && !terms) return null
  return (
    <span className={css.links}>
      {!hideContactLinks && (
        <>
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            {icons && <IconPhone size={14} stroke={1.75} aria-hidden />}
            Call
          </a>
          <a href={`mailto:${email}`}>
            {icons && <IconMail size={14} stroke={1.75} aria-hidden />}
            Email
          </a>
        </>
      )}
      {!hidePrivacyLink && (
        <Link to={paths.privacy}>
          {icons && <IconShieldLock size={14} stroke={1.75} aria-hidden />}
          Privacy Notice
        </Link>
      )}
      {terms && <Link to={paths.terms}>Terms of Use</Link>}
    </span>
  )
}
