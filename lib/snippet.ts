/** The tracking code: build it, recognise it on a page. Pure. */
export { buildForms, buildSnippet, type SnippetForms } from './snippet/build.ts';
export { type PageFacts, parseFacts, type ScriptFact } from './snippet/facts.ts';
export { type Expected, type Finding, type Recognition, recognise } from './snippet/recognise.ts';
export { attributesOf } from './snippet/shape.ts';
export { type Registered, type State, type Verdict, verdictOf, wwwTwin } from './snippet/verdict.ts';
