// What is there without being declared: names that a bundler replaces, what a service worker has and a page has not (the
// libraries of both contradict each other), and what the build of the static course has of node.

/** web/drawing.html, and the style sheets. */
declare const PAGE: string;
declare const STYLE: string;

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WindowEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}

declare function skipWaiting(): Promise<void>;
declare const clients: { claim(): Promise<void> };

declare const process: { argv: string[]; stdin: unknown; stdout: { write(text: string): void } };

declare module "node:module" {
  /** The libraries that are loaded have no types. */
  export function createRequire(folder: string): (name: string) => any;
}

declare module "node:stream/consumers" {
  export function text(stream: unknown): Promise<string>;
}
