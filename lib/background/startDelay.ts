/** How long a new worker delays less urgent work, so that it first handles the event that started it (milliseconds). */
export const startDelay = 1000;
