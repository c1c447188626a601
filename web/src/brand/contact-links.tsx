import { IconMail, IconPhone, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { useBrand } from '../platform/page/brand.ts'
import css from './contact-links.module.css'
import { useContactTexts } from './contact-texts.ts'

/**
 * Call, Email and Privacy Notice, unless the brand hides them (SHELL-44, AUTH-04) or the agency has not set them; `terms` adds
 * the terms of use (AUTH-03).
 */
export function ContactLinks({ icons = false, terms = false }: { icons?: boolean; terms?: boolean }) {
  const texts = useContactTexts()
  const { phone, email, hideContactLinks, hidePrivacyLink } = useBrand()
  return (
    <span className={css.links}>
      {!hideContactLinks && phone !== '' && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {icons && <IconPhone size={14} stroke={1.75} aria-hidden />}
          {texts.call}
        </a>
      )}
      {!hideContactLinks && email !== '' && (
        <a href={`mailto:${email}`}>
          {icons && <IconMail size={14} stroke={1.75} aria-hidden />}
          {texts.email}
        </a>
      )}
      {!hidePrivacyLink && (
        <Link to={paths.privacy}>
          {icons && <IconShieldLock size={14} stroke={1.75} aria-hidden />}
          {texts.privacy}
        </Link>
      )}
      {terms && <Link to={paths.terms}>{texts.terms}</Link>}
    </span>
  )
}
