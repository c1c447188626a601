import type { SectionName } from '@coverdesk/domain/access/portal-rules.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import type { lazyRouteComponent } from '@tanstack/react-router'
import type { GuidePageName } from './guide/guide-pages.ts'

/** What a feature adds to the web app; features.ts lists all features. Pages are loaded lazily. */
export interface Feature {
  /** Screens of the portal. */
  screens?: readonly Screen[]
  /** Pages of the consumer app, with paths below /consumer/. */
  consumerPages?: readonly Page[]
  /** Pages without login. */
  publicPages?: readonly PublicPage[]
  /** Commands of the palette besides the links of the sidebar. */
  commands?: readonly FeatureCommand[]
}

/** Screen of the portal: route, guard, sidebar link and palette entry are derived from it. */
export interface Screen {
  /** Path below /portal/, with $name for a parameter and $ for everything below. The more specific one wins. */
  path: string
  title: string
  /** Title for users who see something else there. */
  titleFor?(user: CurrentUser): string
  /** Claim expression of the specification (§6); `signed-in` for any signed-in user. */
  allow: string
  /** Lazily loaded component of the screen, or the path that it redirects to. */
  opens: LazyPage | string
  /** Place in the sidebar: a link with that label in the section, or without label the section itself. */
  menu?: { section: SectionName; label?: string }
  /** Other words by which the palette finds the screen. */
  synonyms?: readonly string[]
  /** Page of the user guide that belongs to the screen: a name of docs/guide/. */
  guide?: GuidePageName
  /** Set to false for a screen that only other screens lead to; the palette does not offer it. */
  offered?: boolean
}

export interface Page {
  path: string
  title: string
  opens: LazyPage
}

export interface PublicPage extends Page {
  /** Set to false for a page with its own frame. */
  framed?: boolean
  /** Redirects signed-in users to the portal. */
  signedOutOnly?: boolean
  /** Loads the signed-in user, if any, before the page. */
  loadsUser?: boolean
  /** Claim expression; others go to the login or to the start page. */
  allow?: string
}

/** Command of the palette that opens an address, for users who pass `allow`. */
export interface FeatureCommand {
  label: string
  group: 'Go to' | 'Actions'
  allow: string
  address: string
  /** Button of the list at the address that is then pressed, by its name in the keyboard help. */
  presses?: string
  /** Other words by which the palette finds it. */
  synonyms?: readonly string[]
}

type LazyPage = ReturnType<typeof lazyRouteComponent>
