/** The tracking code: build it, detect it on a page. Pure. */
export { buildForms, buildSnippet, type SnippetForms } from './build.ts';
export { type Detection, detect, type Expected, type Finding } from './detect.ts';
export { type PageFacts, parseFacts, type ScriptFact } from './facts.ts';
export { attributesOf } from './fingerprint.ts';
export { type Registered, type TrackingState, type TrackingStatus, trackingStatus } from './status.ts';
