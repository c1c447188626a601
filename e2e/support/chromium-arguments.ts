/**
 * What Playwright itself turns off; the last list on the command line is the only one that counts.
 */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
]

/** A browser's own screens, which it draws as web pages for each tab, and processes kept ready: a third of its work. */
const ownScreens = [
  'PreloadTopChromeWebUI',
  'InitialWebUI',
  'WebUIReloadButton',
  'WebUIOmniboxPopup',
  'SpareRendererForSitePerProcess',
]

/** How Chromium is started for the journeys: with nothing that it does for itself. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages live too briefly to earn back the work of optimizing what they run, or of tidying up what they leave.
  '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=32 --max-semi-space-size=64',
  `--disable-features=${[...offByPlaywright, ...ownScreens].join()}`,
]
