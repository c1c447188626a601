/** Features that Playwright itself disables; Chromium reads only the last list on its command line. */
const disabledByPlaywright = [
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

/** Browser UI that Chromium renders as web pages, and spare processes: a third of its CPU. */
const browserUi = [
  'PreloadTopChromeWebUI',
  'InitialWebUI',
  'WebUIReloadButton',
  'WebUIOmniboxPopup',
  'SpareRendererForSitePerProcess',
]

/** Chromium's arguments for the tests: no background work. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages are too short-lived to pay off optimizing compilers and garbage collection.
  '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=32 --max-semi-space-size=64',
  `--disable-features=${[...disabledByPlaywright, ...browserUi].join()}`,
]
