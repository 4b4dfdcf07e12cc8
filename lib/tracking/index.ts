/** The tracking code: build it, recognise it on a page. Pure. */
export { buildForms, buildSnippet, type SnippetForms } from './build.ts';
export { type Expected, type Finding, type Recognition, recognise } from './detect.ts';
export { type PageFacts, parseFacts, type ScriptFact } from './facts.ts';
export { attributesOf } from './fingerprint.ts';
export { type Registered, type State, type Verdict, verdictOf, wwwTwin } from './status.ts';
