/** How long a new worker delays less urgent work (milliseconds), so that it first handles the event that started it. */
export const startDelay = 1000;
