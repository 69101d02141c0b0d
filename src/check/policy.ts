import { ownDocument } from '../page/unshadowed.ts';
import { type Finding, unwise, wrong } from './finding.ts';

/** What a policy (CSP) of the page says about a request. */
export interface Verdict {
  /** The directive that it offends against; empty if none does. */
  readonly directive: string;
  /** Whether it is blocked now, and not only reported. */
  readonly isEnforced: boolean;
}

/** Makes a request, and says what the page's policies think of it. */
export async function judged<T>(
  url: string,
  request: () => Promise<T>,
): Promise<{ readonly result: T } & Verdict> {
  let verdict: Verdict = { directive: '', isEnforced: false };
  const listen = ({
    effectiveDirective: directive,
    blockedURI,
    disposition,
  }: SecurityPolicyViolationEvent) => {
    const isOther = !url.startsWith(blockedURI) && new URL(url).origin !== blockedURI;
    if (isOther || verdict.isEnforced) return;
    verdict = { directive, isEnforced: disposition === 'enforce' };
  };
  ownDocument.addEventListener('securitypolicyviolation', listen);
  try {
    const result = await request();
    // The event for a violation is dispatched in a later task.
    await new Promise((resolve) => setTimeout(resolve));
    return { result, ...verdict };
  } finally {
    ownDocument.removeEventListener('securitypolicyviolation', listen);
  }
}

/** @param what the thing that the policy keeps away */
export function offence({ directive, isEnforced }: Verdict, what: string, url: string): Finding[] {
  if (!directive) return [];
  const remedy = `add ${new URL(url).origin} to ${directive}`;
  return isEnforced
    ? [wrong(`This page's Content-Security-Policy blocks ${what}: ${remedy}.`)]
    : [
        unwise(
          `This page's Content-Security-Policy-Report-Only will block ${what} once it is enforced: ${remedy} before.`,
        ),
      ];
}
