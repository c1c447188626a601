import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const accessFeature: Feature = {
  publicPages: [
    {
      path: 'login/register',
      title: 'Create an account',
      // The password rule is part of this page and the next one, not of the sign-in pages.
      opens: lazyRouteComponent(() => import('./register/register-page.tsx'), 'RegisterPage'),
      framed: false,
      signedOutOnly: true,
    },
    // Link of a registration email; also for signed-in users, as an email may be opened anywhere.
    {
      path: 'login/confirm/$code',
      title: 'Confirm your email',
      opens: lazyRouteComponent(() => import('./register/confirm-page.tsx'), 'ConfirmPage'),
      framed: false,
    },
    // Also for signed-in users: the link of an email is opened in any browser.
    {
      path: 'login/reset/$code',
      title: 'Reset Password',
      opens: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
      framed: false,
    },
  ],
}
